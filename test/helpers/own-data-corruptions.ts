import type { Corruption } from './corruptions.ts';

/** Changes around deleted accounts that nobody may make. */
export const ownDataCorruptions: readonly Corruption[] = [
  [
    'an account that is in use is said to be deleted',
    `insert into deleted_user select id, now() from app_user where username = 'bob'`,
    ['I28 deleted accounts'],
  ],
];
