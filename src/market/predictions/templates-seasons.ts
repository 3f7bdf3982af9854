import { yearly } from './model-calendar.ts';
import type { Shape, Template } from './template.ts';
import { race, slugPart } from './templates-shapes.ts';

interface Season {
  readonly name: string;
  readonly tag: string;
  readonly schedule: Template['schedule'];
  readonly shape: Shape;
  readonly dailyUsd: number;
  readonly levelUsd: number;
  readonly tick?: string;
}

const season = ({ name, tag, ...rest }: Season): Template => ({
  ...rest,
  stem: slugPart(name),
  link: '',
  category: 'sports',
  tags: [tag, 'futures'],
  title: `${name} {year}?`,
  subtitle: 'Settled when the title of {year} is decided.',
});

/** Who wins a season or a cup. */
export const seasonTemplates: readonly Template[] = [
  season({
    name: 'NBA champion',
    tag: 'nba',
    schedule: yearly(5, 20),
    shape: race(
      ['Oklahoma City Thunder', 26],
      ['Denver Nuggets', 14],
      ['Boston Celtics', 12],
      ['New York Knicks', 12],
      ['Cleveland Cavaliers', 11],
      ['San Antonio Spurs', 9],
      ['Houston Rockets', 8],
      ['Another team', 8],
    ),
    dailyUsd: 700_000,
    levelUsd: 2_500,
    tick: '0.001',
  }),
  season({
    name: 'Super Bowl champion',
    tag: 'nfl',
    schedule: yearly(1, 14),
    shape: race(
      ['Philadelphia Eagles', 16],
      ['Kansas City Chiefs', 15],
      ['Buffalo Bills', 15],
      ['Baltimore Ravens', 13],
      ['Detroit Lions', 11],
      ['Green Bay Packers', 9],
      ['Los Angeles Rams', 9],
      ['Another team', 12],
    ),
    dailyUsd: 900_000,
    levelUsd: 3_000,
    tick: '0.001',
  }),
  season({
    name: 'Stanley Cup champion',
    tag: 'nhl',
    schedule: yearly(5, 25),
    shape: race(
      ['Florida Panthers', 16],
      ['Edmonton Oilers', 14],
      ['Colorado Avalanche', 15],
      ['Carolina Hurricanes', 13],
      ['Dallas Stars', 12],
      ['Vegas Golden Knights', 12],
      ['Another team', 18],
    ),
    dailyUsd: 160_000,
    levelUsd: 800,
  }),
  season({
    name: 'World Series champion',
    tag: 'mlb',
    schedule: yearly(10, 4),
    shape: race(
      ['Los Angeles Dodgers', 26],
      ['New York Yankees', 16],
      ['Philadelphia Phillies', 13],
      ['New York Mets', 11],
      ['Atlanta Braves', 10],
      ['Houston Astros', 9],
      ['Another team', 15],
    ),
    dailyUsd: 230_000,
    levelUsd: 1_000,
  }),
  season({
    name: 'Premier League winner',
    tag: 'premier-league',
    schedule: yearly(4, 25),
    shape: race(
      ['Arsenal', 30],
      ['Liverpool', 26],
      ['Manchester City', 26],
      ['Chelsea', 10],
      ['Manchester United', 4],
      ['Another club', 4],
    ),
    dailyUsd: 420_000,
    levelUsd: 1_800,
  }),
  season({
    name: 'Champions League winner',
    tag: 'champions-league',
    schedule: yearly(5, 1),
    shape: race(
      ['Arsenal', 17],
      ['Bayern Munich', 16],
      ['Paris Saint-Germain', 15],
      ['Barcelona', 14],
      ['Real Madrid', 13],
      ['Liverpool', 9],
      ['Manchester City', 9],
      ['Another club', 7],
    ),
    dailyUsd: 510_000,
    levelUsd: 2_000,
    tick: '0.001',
  }),
  season({
    name: 'F1 constructors champion',
    tag: 'f1',
    schedule: yearly(11, 9),
    shape: race(
      ['McLaren', 32],
      ['Mercedes', 24],
      ['Ferrari', 22],
      ['Red Bull', 16],
      ['Another team', 6],
    ),
    dailyUsd: 130_000,
    levelUsd: 650,
  }),
  season({
    name: 'FIFA World Cup winner',
    tag: 'world-cup',
    schedule: yearly(6, 20, 4, 2),
    shape: race(
      ['Spain', 18],
      ['France', 16],
      ['England', 14],
      ['Brazil', 14],
      ['Argentina', 13],
      ['Germany', 9],
      ['Portugal', 8],
      ['Another country', 8],
    ),
    dailyUsd: 1_100_000,
    levelUsd: 4_500,
    tick: '0.0025',
  }),
  season({
    name: 'Summer Olympics most gold medals',
    tag: 'olympics',
    schedule: yearly(7, 14, 4, 0),
    shape: race(['United States', 56], ['China', 36], ['Japan', 3], ['Another country', 5]),
    dailyUsd: 24_000,
    levelUsd: 260,
  }),
];
