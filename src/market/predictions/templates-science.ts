import { daily, monthly, quarterly, weekly, yearly } from './model-calendar.ts';
import type { Period, Shape, Template } from './template.ts';
import { ladder, race, several, steps, yesNo } from './templates-shapes.ts';

const DAY_MS = 86_400_000;

/** A city's highest temperature of a day over the year: the usual one and how far days stray. */
interface Climate {
  readonly mean: number;
  /** Half of the difference between the warmest and the coldest season. */
  readonly swing: number;
  readonly deviation: number;
  readonly unit: '°C' | '°F';
}

/** Day of the year on which northern cities are usually warmest. */
const WARMEST_DAY = 205;

/** Six ranges, two degrees wide in Celsius and three in Fahrenheit, around the usual temperature. */
function temperature({ mean, swing, deviation, unit }: Climate): Shape {
  const width = unit === '°C' ? 2 : 3;
  return (period: Period) => {
    const yearStartMs = Date.UTC(new Date(period.closeMs - 1).getUTCFullYear(), 0);
    const dayOfYear = (period.closeMs - yearStartMs) / DAY_MS;
    const usual = mean + swing * Math.cos((2 * Math.PI * (dayOfYear - WARMEST_DAY)) / 365.25);
    const middle = Math.round(usual);
    const levels = [-2, -1, 0, 1, 2].map((n) => middle + n * width);
    const names = levels.map((level, n) => {
      if (n === 0) return `${level - 1} ${unit} or below`;
      return `${level - width}–${level - 1} ${unit}`;
    });
    names.push(`${levels.at(-1)} ${unit} or above`);
    const cuts = levels.map((level) => (level - usual) / deviation);
    return ladder(names, cuts)(period);
  };
}

const weather = (
  city: string,
  climate: Climate,
  depth: { dailyUsd: number; levelUsd: number },
): Template => ({
  stem: `highest-temperature-in-${city.toLowerCase().replaceAll(' ', '-')}`,
  link: 'on',
  category: 'weather',
  tags: ['temperature', 'daily'],
  title: `Highest temperature in ${city} on {day}?`,
  subtitle: `Highest reading of the city's main station on {date}.`,
  schedule: daily(24),
  shape: temperature(climate),
  ...depth,
});

/** Degrees, storms and rain. */
export const weatherTemplates: readonly Template[] = [
  weather(
    'London',
    { mean: 15, swing: 7.5, deviation: 3.4, unit: '°C' },
    { dailyUsd: 60_000, levelUsd: 220 },
  ),
  weather(
    'New York',
    { mean: 62, swing: 23, deviation: 6, unit: '°F' },
    { dailyUsd: 85_000, levelUsd: 300 },
  ),
  {
    stem: 'hottest-year',
    link: '',
    otherStems: ['will-it-be-the-hottest-year'],
    category: 'weather',
    tags: ['climate', 'yearly'],
    title: 'Will {year} be the hottest year on record?',
    subtitle: 'By the global surface temperature of {year}.',
    schedule: yearly(12, 1),
    shape: yesNo('will-it-be-the-hottest-year', 0.35),
    dailyUsd: 19_000,
    levelUsd: 210,
  },
  {
    stem: 'atlantic-named-storms',
    link: 'in',
    category: 'weather',
    tags: ['hurricanes', 'yearly'],
    title: 'How many named Atlantic storms in {year}?',
    subtitle: 'Storms named by the end of {year}.',
    schedule: yearly(12, 1),
    shape: steps(
      ['12 or more', -1],
      ['15 or more', -0.2],
      ['18 or more', 0.6],
      ['21 or more', 1.4],
    ),
    dailyUsd: 8_000,
    levelUsd: 75,
  },
  {
    stem: 'rain-in-seattle',
    link: 'in',
    category: 'weather',
    tags: ['rain', 'monthly'],
    title: 'Rain in Seattle in {month} {year}?',
    subtitle: 'Compared with the usual amount of the month.',
    schedule: monthly(),
    shape: ladder(
      ['Below half', '50–80%', '80–120%', '120–160%', 'Above 160%'],
      [-1.3, -0.5, 0.4, 1.2],
    ),
    dailyUsd: 2_800,
    levelUsd: 24,
  },
];

/** Space, earth and sun. */
export const scienceTemplates: readonly Template[] = [
  {
    stem: 'earthquakes-of-magnitude-7',
    link: 'in',
    category: 'science',
    tags: ['earthquakes', 'monthly'],
    title: 'How many earthquakes of magnitude 7 in {month} {year}?',
    subtitle: 'Magnitude 7.0 or above, anywhere, in {month} {year}.',
    schedule: monthly(),
    shape: ladder(['None', '1', '2', '3 or more'], [-0.7, 0.3, 1.1]),
    dailyUsd: 24_000,
    levelUsd: 190,
  },
  {
    stem: 'x-class-solar-flare',
    link: 'to',
    otherStems: ['will-there-be-an-x-class-solar-flare'],
    category: 'science',
    tags: ['space-weather', 'weekly'],
    title: 'X-class solar flare in the week to {day}?',
    subtitle: 'YES if one is recorded in the week that ends on {date}.',
    schedule: weekly(6, 24),
    shape: yesNo('will-there-be-an-x-class-solar-flare', 0.3),
    dailyUsd: 3_000,
    levelUsd: 26,
  },
  {
    stem: 'spacex-launches',
    link: 'in',
    category: 'science',
    tags: ['space', 'spacex', 'monthly'],
    title: 'How many SpaceX launches in {month} {year}?',
    subtitle: 'Orbital launches that reach space in {month} {year}.',
    schedule: monthly(),
    shape: ladder(
      ['11 or fewer', '12–13', '14–15', '16–17', '18 or more'],
      [-1.1, -0.35, 0.35, 1.1],
    ),
    dailyUsd: 29_000,
    levelUsd: 260,
  },
  {
    stem: 'people-on-the-moon',
    link: 'in',
    otherStems: ['will-people-land-on-the-moon'],
    category: 'science',
    tags: ['space', 'moon', 'yearly'],
    title: 'Do people land on the Moon in {year}?',
    subtitle: 'YES if a crew lands on the Moon in {year}.',
    schedule: yearly(12, 1),
    shape: yesNo('will-people-land-on-the-moon', 0.05),
    dailyUsd: 15_000,
    levelUsd: 240,
    tick: '0.001',
  },
];

/** Companies and models. */
export const techTemplates: readonly Template[] = [
  {
    stem: 'best-ai-model',
    link: 'at-the-end-of',
    category: 'tech',
    tags: ['ai', 'monthly'],
    title: 'Which company has the best AI model at the end of {month} {year}?',
    subtitle: 'First place of a public ranking of text models when {month} {year} ends.',
    schedule: monthly(),
    shape: race(
      ['Google', 38],
      ['OpenAI', 24],
      ['Anthropic', 22],
      ['xAI', 10],
      ['Another company', 6],
    ),
    dailyUsd: 480_000,
    levelUsd: 2_400,
    tick: '0.001',
  },
  {
    stem: 'top-free-app',
    link: 'on',
    category: 'tech',
    tags: ['apps', 'weekly'],
    title: 'Top free iPhone app in the US on {day}?',
    subtitle: 'First place of the chart at 16:00 UTC on {date}.',
    schedule: weekly(4, 16),
    shape: race(
      ['ChatGPT', 46],
      ['Threads', 20],
      ['Gemini', 16],
      ['TikTok', 8],
      ['Another app', 10],
    ),
    dailyUsd: 52_000,
    levelUsd: 310,
  },
  {
    stem: 'cloud-outage',
    link: 'in',
    category: 'tech',
    tags: ['cloud', 'monthly'],
    title: 'Which clouds have a major outage in {month} {year}?',
    subtitle: 'An outage of two hours in more than one region in {month} {year}.',
    schedule: monthly(),
    shape: several(['AWS', 0.18], ['Azure', 0.22], ['Google Cloud', 0.14], ['Cloudflare', 0.3]),
    dailyUsd: 7_000,
    levelUsd: 60,
  },
  {
    stem: 'big-tech-acquisition',
    link: 'in',
    otherStems: ['will-there-be-a-ten-billion-dollar-tech-deal'],
    category: 'tech',
    tags: ['big-tech', 'mergers', 'quarterly'],
    title: 'Tech acquisition above $10 billion in {quarter} {year}?',
    subtitle: 'YES if a deal of that size is announced in {quarter} {year}.',
    schedule: quarterly(),
    shape: yesNo('will-there-be-a-ten-billion-dollar-tech-deal', 0.68),
    dailyUsd: 11_000,
    levelUsd: 160,
  },
];
