import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { repository } from '../helpers/sources.ts';
import { settle, type Visitor } from './stage.ts';

const WIDTHS = [390, 820, 1440] as const;
const THEMES = ['light', 'dark'] as const;
/** Heights of a phone, a tablet and a screen. */
const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 820: 1180, 1440: 900 };

/** What sticks out of the window to the side, unless what it is in can be scrolled. */
const STICKING_OUT = `(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const scrolls = (element) => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible') return true;
    }
    return false;
  };
  const out = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > width + 1 && !scrolls(element));
  const named = out.slice(0, 5).map((element) => element.tagName + '.' + element.className);
  return ['page is ' + document.documentElement.scrollWidth + ' wide', ...named];
})()`;

/** Findings of axe that keep somebody from using the page, each with where it is. */
const findings = (options: object): string => `axe.run(document, ${JSON.stringify(options)})
  .then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 5).map(({ target, failureSummary }) =>
      id + ' ' + target.join(' ') + ' ' + failureSummary.split('\\n').slice(1, 2).join().trim())))`;

/** Every rule in the light theme; in the dark one those of colours, which alone are different. */
const rules: Readonly<Record<(typeof THEMES)[number], object>> = {
  light: { resultTypes: ['violations'] },
  dark: { resultTypes: ['violations'], runOnly: ['color-contrast'] },
};

/** Serious and critical findings of axe in the page as it stands. */
export async function axeFindings(page: Page, theme: (typeof THEMES)[number]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  return page.evaluate<string[]>(findings(rules[theme]));
}

/**
 * Looks at the page that is open in every width and theme: faults of the page, what sticks out, and
 * findings of axe, each with where it was seen. Pictures go to an ignored folder for review.
 */
async function inspectPage({ page, faults }: Visitor, name: string): Promise<string[]> {
  const found = new Map<string, string[]>();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await settle(page);
      const path = join(repository, '.screenshots', `${name}-${width}-${theme}.jpg`);
      await page.screenshot({ path, quality: 80, type: 'jpeg' });
      const seen = [
        ...(await page.evaluate<string[]>(STICKING_OUT)),
        ...(await axeFindings(page, theme)),
        ...faults.take(),
      ];
      for (const text of seen) {
        found.set(text, [...(found.get(text) ?? []), `${width} ${theme}`]);
      }
    }
  }
  return [...found].map(([text, places]) => `${name} (${places.join(', ')}): ${text}`);
}

/** Opens each address and looks at it; the name is that of its pictures. */
export async function inspectAll(
  visitor: Visitor,
  pages: Readonly<Record<string, string>>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [name, path] of Object.entries(pages)) {
    await visitor.open(path);
    found.push(...(await inspectPage(visitor, name)));
  }
  return found;
}
