import { RATIO_DECIMALS, type Ratio, ratio } from '../../money/fixed.ts';
import { requireFixed, tokens } from '../../money/text.ts';
import { hashText } from '../noise.ts';
import { conditionId, mintAddress, numericId, type Place, tokenId } from './model-ids.ts';
import { legacyTicker } from './model-legacy.ts';
import { bundledToken } from './model-spot.ts';
import {
  type EventTag,
  type PredictionEvent,
  type PredictionMarket,
  SHARE_DECIMALS,
} from './prediction-market.ts';
import {
  type Category,
  filled,
  nameOf,
  type OutcomeSet,
  type Period,
  type Template,
} from './template.ts';

const rate = (text: string): Ratio => ratio(requireFixed(text, RATIO_DECIMALS));

/** The venue's fee rates (venues/polymarket.md 2.5). */
const feeRates: Readonly<Record<Category, Ratio>> = {
  crypto: rate('0.07'),
  sports: rate('0.05'),
  politics: rate('0.04'),
  finance: rate('0.04'),
  tech: rate('0.04'),
  economy: rate('0.05'),
  'pop-culture': rate('0.05'),
  world: rate('0.05'),
  weather: rate('0.05'),
  science: rate('0.05'),
  geopolitics: rate('0'),
};

const USUAL_MIN_SHARES = '5';

const acronyms = new Set('ai cpi ecb eu f1 gdp mlb mls nato nba nfl nhl uk un us wnba'.split(' '));

/** The label of a tag out of its slug: `us-elections` → `US Elections`, `nba` → `NBA`. */
const labelOf = (slug: string): string =>
  slug
    .split('-')
    .map((word) =>
      acronyms.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');

const tagOf = (slug: string): EventTag => ({ slug, label: labelOf(slug) });

/** Code of a template in ids; the model checks that no two share one. */
export const codeOf = (template: Template): number =>
  hashText(`template/${nameOf(template)}`) & 0xffff;

/** A slug of an event or of one of its markets: what it is, then when. */
const slugOf = ({ link, schedule }: Template, index: number, parts: string[]): string =>
  [...parts, link, schedule.slugOf(index)].filter(Boolean).join('-');

/** The logo of the token or stock whose price decides; other events have no picture. */
function imageOf({ odds }: OutcomeSet): string | null {
  const gauge = odds.kind === 'gauges' ? odds.gauges[0] : undefined;
  if (gauge?.kind !== 'price') return null;
  const { logoUrl } = bundledToken(gauge.symbol);
  return logoUrl === '' ? null : logoUrl;
}

/** The ids of a market's or event's slug at its place. */
const idsOf = (seed: string, slug: string, place: Place) => ({
  gammaId: numericId(place),
  conditionId: conditionId(seed, slug, place),
  yesOutcomeId: tokenId(seed, slug, 'YES', place),
  noOutcomeId: tokenId(seed, slug, 'NO', place),
});

/** What an event of a template's period is called and made of; nothing in it ever changes. */
export function eventOf(
  seed: string,
  template: Template,
  period: Period,
  set: OutcomeSet,
): PredictionEvent {
  const { schedule, category, legacySeries } = template;
  const { index, openMs, closeMs } = period;
  const words = schedule.words(index);
  const stem = set.subject?.stem ?? template.stem;
  const title = filled(template.title, { ...words, subject: set.subject?.title ?? '' });
  const slug = slugOf(template, index, [stem]);
  const place: Place = { code: codeOf(template), index, slot: 0 };
  const markets = set.outcomes.map((outcome, n): PredictionMarket => {
    const parts = outcome.name === null ? [outcome.slug] : [stem, outcome.slug];
    const marketSlug = slugOf(template, index, parts);
    return {
      slug: marketSlug,
      eventSlug: slug,
      ...idsOf(seed, marketSlug, { ...place, slot: n + 1 }),
      title: outcome.name ?? title,
      negRisk: set.negRisk,
      feeRate: feeRates[category],
      minOrderSize: tokens(template.minShares ?? USUAL_MIN_SHARES, SHARE_DECIMALS),
      closeMs,
    };
  });
  const tags = [category, ...(set.subject ? [set.subject.tag] : []), ...template.tags];
  return {
    slug,
    gammaId: numericId(place),
    title,
    subtitle: filled(template.subtitle, words),
    imageUrl: imageOf(set),
    category,
    tags: [...new Set(tags)].map(tagOf),
    startMs: openMs,
    endMs: closeMs,
    aliases: legacySeries
      ? [legacyTicker(legacySeries, schedule.slugOf(index)), mintAddress(seed, slug, place)]
      : [],
    markets,
  };
}
