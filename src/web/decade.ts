export const decades = [1960, 1970, 1980, 1990, 2000, 2010, 2020] as const;

export const decadeOf = (year: number) => year - (year % 10);

/** The CSS class with the colour of a decade. */
export function decadeClass(year: number | undefined): string {
  if (year === undefined) return 'd0';
  const decade = decadeOf(year);
  return decade < 1960 ? 'd1950' : `d${Math.min(decade, 2020)}`;
}

/** The picture in link previews of a page about a year. Years before the first decade have the picture without a decade. */
export function previewFile(year: number | undefined): string {
  const decade = Number(decadeClass(year).slice(1));
  return `preview-${decade < decades[0] ? 0 : decade}.jpg`;
}
