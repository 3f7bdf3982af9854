/** One user of the demo, as it is kept and printed. */
export interface DemoUser {
  readonly username: string;
  readonly userId: string;
  /** The whole key: the demo is there to be tried out. */
  readonly apiKey: string;
  /** What the user's auto-buy puts into each call; null for the leader. */
  readonly autoBuyUsd: string | null;
  readonly mirrorExits: boolean;
}

/** A public group with a leader and two followers who copy every call. */
export interface DemoWorld {
  readonly groupId: string;
  readonly groupName: string;
  /** The leader first. */
  readonly users: readonly DemoUser[];
}

export const GROUP_NAME = 'Demo group';

/** Who is in the demo, the leader first. */
export const demoCast = [
  { username: 'demo_leader', autoBuyUsd: null, mirrorExits: false },
  { username: 'demo_ann', autoBuyUsd: '25', mirrorExits: true },
  { username: 'demo_bo', autoBuyUsd: '50', mirrorExits: false },
] as const;

/** What a start prints about the demo; `origin` is the address of the service. */
export function demoSummary(world: DemoWorld, origin: string): string[] {
  const role = ({ autoBuyUsd, mirrorExits }: DemoUser): string =>
    autoBuyUsd === null
      ? 'leads'
      : `follows with $${autoBuyUsd}${mirrorExits ? ', also out of positions' : ''}`;
  const width = Math.max(...world.users.map(({ username }) => username.length));
  const [leader] = world.users;
  return [
    `demo: ${world.groupName} ${world.groupId}`,
    ...world.users.map((user) => `  ${user.username.padEnd(width)}  ${user.apiKey}  ${role(user)}`),
    `try:  curl -H 'Authorization: Bearer ${leader?.apiKey}' ${origin}/api/v1/me`,
  ];
}
