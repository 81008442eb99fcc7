import type { Page } from 'playwright-core';

/** A script for a page: it notes the elements that can have the focus, and records those that look the same with the focus. */
const watch = `(() => {
  const look = (element) => {
    const around = [element, element.parentElement, element.closest('.strip, form')].filter(Boolean);
    return around.map((each) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(each);
      return [outlineStyle === 'none' ? '' : outlineStyle + outlineWidth, boxShadow, borderColor, backgroundColor];
    }).join();
  };
  const nameOf = (element) => element.outerHTML.slice(0, 120);
  const groups = new Map();
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter((element) => {
    if (element.tabIndex < 0 || element.disabled || element.type === 'hidden' || !element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.type !== 'radio') return true;
    const chosen = document.querySelector('input[type=radio][name="' + CSS.escape(element.name) + '"]:checked');
    if (chosen ? chosen !== element : groups.has(element.name)) return false;
    return groups.set(element.name, element);
  });
  const had = document.activeElement;
  had?.blur();
  const plain = new Map(stops.map((element) => [element, look(element)]));
  had?.focus();
  const reached = new Set();
  const unseen = new Set();
  const onFocus = (element) => {
    reached.add(element);
    if (plain.get(element) === look(element)) unseen.add(nameOf(element));
  };
  addEventListener('focusin', ({ target }) => onFocus(target));
  window.keyboard = {
    presses: stops.length + 4 + 8 * document.querySelectorAll('input[type^=date]').length,
    done: () => stops.every((element) => reached.has(element)),
    faults: () => [
      ...(stops[0]?.matches('a.skip[href="#main"]') ? [] : ['the first stop is not the link to the content']),
      ...stops.filter((element) => !reached.has(element)).map((element) => 'is not reached: ' + nameOf(element)),
      ...[...unseen].map((name) => 'looks no different with the focus: ' + name),
    ],
  };
  return window.keyboard.presses;
})()`;

/** The presses of the Tab key between two checks whether all elements are reached. */
const atOnce = 12;

/**
 * The elements that the Tab key does not reach, or reaches without a visible focus. After an element that traps the focus, all others count
 * as not reached.
 */
export async function keyboardFaultsOn(page: Page): Promise<string[]> {
  const presses = await page.evaluate<number>(watch);
  for (let pressed = 0; pressed < presses; pressed++) {
    if (pressed % atOnce === 0 && (await page.evaluate<boolean>('window.keyboard.done()'))) break;
    await page.keyboard.press('Tab');
  }
  return page.evaluate<string[]>('window.keyboard.faults()');
}
