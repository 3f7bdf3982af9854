import { daily, weekly } from './model-calendar.ts';
import type { Period, Shape, Subject, Template } from './template.ts';
import { slugPart } from './templates-shapes.ts';

const HOUR_MS = 3_600_000;
const category = 'sports';

interface League {
  readonly name: string;
  readonly teams: readonly string[];
  /** Standard deviation of the winning margin, and a usual sum of both scores. */
  readonly margin: number;
  readonly total: number;
  readonly unit: string;
}

const league = (
  name: string,
  margin: number,
  total: number,
  unit: string,
  teams: string,
): League => ({
  name,
  teams: teams.split(' '),
  margin,
  total,
  unit,
});

const nba = league(
  'NBA',
  12,
  226,
  'points',
  'Lakers Celtics Warriors Nuggets Thunder Knicks Bucks Heat Suns Mavericks Cavaliers Spurs 76ers Rockets Timberwolves Clippers',
);
const mlb = league(
  'MLB',
  4.2,
  8,
  'runs',
  'Dodgers Yankees Braves Astros Mets Phillies Padres Cubs Orioles Rangers Mariners Guardians Brewers Twins Giants Cardinals',
);
const nfl = league(
  'NFL',
  13,
  45,
  'points',
  'Chiefs Eagles Bills Ravens Lions 49ers Packers Bengals Cowboys Texans Chargers Rams Steelers Vikings Broncos Commanders',
);
const nhl = league(
  'NHL',
  2.4,
  6,
  'goals',
  'Panthers Oilers Rangers Stars Avalanche Bruins Hurricanes Leafs Lightning Devils Jets Kings Canucks Capitals Wild Knights',
);
const wnba = league(
  'WNBA',
  11,
  164,
  'points',
  'Aces Liberty Lynx Sun Fever Mercury Storm Sky Dream Mystics Sparks Wings',
);
const premierLeague = league(
  'Premier League',
  1.7,
  2,
  'goals',
  'Arsenal Liverpool Chelsea Newcastle Tottenham Brighton Everton Fulham Brentford Burnley Sunderland Leeds',
);
const mls = league(
  'MLS',
  1.6,
  2,
  'goals',
  'Galaxy Sounders Timbers Crew Fire Dynamo Revolution Whitecaps Rapids Union Earthquakes Loons',
);
const laLiga = league(
  'La Liga',
  1.7,
  2,
  'goals',
  'Barcelona Madrid Atletico Sevilla Valencia Villarreal Betis Getafe Osasuna Mallorca Girona Espanyol',
);
const brasileirao = league(
  'Brasileirao',
  1.6,
  2,
  'goals',
  'Palmeiras Flamengo Santos Gremio Internacional Botafogo Fluminense Cruzeiro Bahia Fortaleza Corinthians Bragantino',
);

/** Two teams of every second one of a league: games of a day in the same league share none. */
function teamsOf(period: Period, { teams }: League, game: 0 | 1): [home: string, away: string] {
  const own = teams.filter((_, n) => n % 2 === game);
  const home = Math.floor(period.roll('home') * own.length);
  const away = home + 1 + Math.floor(period.roll('away') * (own.length - 1));
  return [own[home] ?? '', own[away % own.length] ?? ''];
}

/** The league that plays in the month of the period; one for each month from January on. */
const inSeason = (leagues: readonly League[], period: Period): League =>
  leagues[new Date(period.closeMs - 1).getUTCMonth()] ?? nba;

function subjectOf({ name }: League, home: string, away: string): Subject {
  const stem = slugPart(`${name} ${home} vs ${away}`);
  return { title: `${name}: ${home} vs. ${away}`, stem, tag: slugPart(name) };
}

/** A match without a draw: who wins, whether by a margin, and whether the scores sum up high. */
const game =
  (leagues: readonly League[], place: 0 | 1): Shape =>
  (period) => {
    const playing = inSeason(leagues, period);
    const [home, away] = teamsOf(period, playing, place);
    const strength = period.roll('strength') * 1.6 - 0.7;
    // Half points, so that no margin is on the line; at least more than winning at all.
    const line = Math.max(1, Math.floor(Math.abs(strength) * playing.margin)) + 0.5;
    const given = strength >= 0 ? line : -line;
    const total = playing.total + Math.round((period.roll('total') - 0.5) * playing.margin) + 0.5;
    const high = Number.POSITIVE_INFINITY;
    return {
      negRisk: false,
      subject: subjectOf(playing, home, away),
      outcomes: [
        { name: `${home} win`, slug: 'winner' },
        { name: `${home} ${given > 0 ? '−' : '+'}${line}`, slug: 'spread' },
        { name: `Over ${total} ${playing.unit}`, slug: 'total' },
      ],
      odds: {
        kind: 'gauges',
        gauges: [
          { kind: 'walk', start: strength },
          { kind: 'walk', start: period.roll('pace') * 0.4 - 0.2 },
        ],
        ranges: [
          { gauge: 0, low: 0, high, above: true },
          { gauge: 0, low: given / playing.margin, high, above: true },
          { gauge: 1, low: 0, high, above: true },
        ],
      },
    };
  };

/** A match that can end in a draw: exactly one of three. */
const drawGame =
  (leagues: readonly League[]): Shape =>
  (period) => {
    const playing = inSeason(leagues, period);
    const [home, away] = teamsOf(period, playing, 0);
    const strength = Math.exp((period.roll('strength') - 0.4) * 1.8);
    return {
      negRisk: true,
      subject: subjectOf(playing, home, away),
      outcomes: [
        { name: home, slug: 'home' },
        { name: 'Draw', slug: 'draw' },
        { name: away, slug: 'away' },
      ],
      odds: { kind: 'race', weights: [strength, 0.7, 1 / strength] },
    };
  };

/** One league for each month of the year. */
const spread = (...parts: readonly (readonly [League, months: number])[]): readonly League[] =>
  parts.flatMap(([one, months]) => Array.from({ length: months }, () => one));

const stems = (leagues: readonly League[]): string[] => [
  ...new Set(leagues.map(({ name }) => slugPart(name))),
];

const hoops = spread([nba, 3], [mlb, 6], [nba, 3]);
const fields = spread([nfl, 1], [nhl, 4], [wnba, 3], [nfl, 4]);
const saturdays = spread([premierLeague, 5], [mls, 2], [premierLeague, 5]);
const sundays = spread([laLiga, 5], [brasileirao, 2], [laLiga, 5]);

/** Half of what decides a match happens while it is played, in the last hours before the close. */
const played = { share: 0.6, ms: 2.5 * HOUR_MS };

interface Match {
  readonly stem: string;
  readonly leagues: readonly League[];
  readonly shape: Shape;
  readonly schedule: Template['schedule'];
  readonly tag: string;
  readonly dailyUsd: number;
  readonly levelUsd: number;
}

const match = ({ leagues, tag, ...rest }: Match): Template => ({
  ...rest,
  link: 'on',
  otherStems: stems(leagues),
  category,
  tags: ['games', tag],
  title: '{subject}, {day}',
  subtitle: 'Played on {date}, overtime included.',
  late: played,
});

/** Matches of every day and week, each of the league that is in season. */
export const matchTemplates: readonly Template[] = [
  match({
    stem: 'evening-game',
    leagues: hoops,
    shape: game(hoops, 0),
    schedule: daily(23),
    tag: 'daily',
    dailyUsd: 850_000,
    levelUsd: 3_500,
  }),
  match({
    stem: 'late-game',
    leagues: hoops,
    shape: game(hoops, 1),
    schedule: daily(24),
    tag: 'daily',
    dailyUsd: 520_000,
    levelUsd: 2_200,
  }),
  match({
    stem: 'sunday-game',
    leagues: fields,
    shape: game(fields, 0),
    schedule: weekly(6, 23),
    tag: 'weekly',
    dailyUsd: 640_000,
    levelUsd: 2_600,
  }),
  match({
    stem: 'saturday-football',
    leagues: saturdays,
    shape: drawGame(saturdays),
    schedule: weekly(5, 18),
    tag: 'weekly',
    dailyUsd: 430_000,
    levelUsd: 1_900,
  }),
  match({
    stem: 'sunday-football',
    leagues: sundays,
    shape: drawGame(sundays),
    schedule: weekly(6, 20),
    tag: 'weekly',
    dailyUsd: 270_000,
    levelUsd: 1_200,
  }),
];
