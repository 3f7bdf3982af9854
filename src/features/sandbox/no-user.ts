/** Commands without a user need a lane nevertheless: any one, always the same. */
export const NO_USER = '00000000-0000-0000-0000-000000000000';
