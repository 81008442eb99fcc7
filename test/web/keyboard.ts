import type { Page } from 'playwright-core';

/** A script that records which elements the focus reaches, and which of them look the same with it. */
const watch = `(() => {
  const look = (element) => {
    const boxes = [element, element.parentElement, element.closest('.strip, form')].filter(Boolean);
    return boxes.map((each) => {
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
  const focused = document.activeElement;
  focused?.blur();
  const plain = new Map(stops.map((element) => [element, look(element)]));
  focused?.focus();
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

/** After this many presses of the Tab key the test checks whether all elements are reached. */
const pressesPerCheck = 12;

/**
 * The elements that the Tab key does not reach, or reaches without a visible focus. After an element that traps the focus, all others count
 * as not reached.
 */
export async function keyboardFaultsOn(page: Page): Promise<string[]> {
  const presses = await page.evaluate<number>(watch);
  for (let pressed = 0; pressed < presses; pressed++) {
    if (pressed % pressesPerCheck === 0 && (await page.evaluate<boolean>('window.keyboard.done()'))) break;
    await page.keyboard.press('Tab');
  }
  return page.evaluate<string[]>('window.keyboard.faults()');
}
