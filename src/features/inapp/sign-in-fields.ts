import { isoTime } from '../../platform/clock.ts';
import type { Caller, PasskeyView, Sessions, SessionView } from '../sessions/index.ts';
import { rowsOf } from './rows.ts';

const passkeyObject = ({ id, name, createdAt }: PasskeyView) => ({
  id,
  name,
  createdAt: isoTime(createdAt),
});

const sessionObject = ({ createdAt, lastSeenAt, ...session }: SessionView) => ({
  ...session,
  createdAt: isoTime(createdAt),
  lastSeenAt: isoTime(lastSeenAt),
});

/** What a session does with the sign-in of its user; refusals as `Sessions` says. */
export function signInFields(sessions: Sessions) {
  async function viewer(_args: object, { principal }: Caller) {
    const { userId: id, idpId, username, avatar } = principal;
    const { passkeys, ...profile } = await sessions.profile(id);
    return { id, idpId, username, avatar, ...profile, passkeys: passkeys.map(passkeyObject) };
  }
  return {
    viewer,
    async sessions(_args: object, { principal }: Caller) {
      return (await sessions.list(principal.userId, principal.sessionId)).map(sessionObject);
    },
    async revokeSession({ id }: { id: string }, caller: Caller) {
      return sessionObject(await sessions.revoke(caller, id));
    },
    async securityLog(page: { cursor?: string | null; limit?: number | null }, caller: Caller) {
      const { cursor = null } = page;
      const { userId } = caller.principal;
      const entries = await sessions.securityLog(userId, { cursor, limit: rowsOf(page.limit) });
      return entries.map((entry) => ({ ...entry, at: isoTime(entry.at) }));
    },
    beginTotp: ({ password = null }: { password?: string | null }, caller: Caller) =>
      sessions.beginTotp(caller, { password }),
    async confirmTotp({ code }: { code: string }, caller: Caller) {
      await sessions.confirmTotp(caller, code);
      return viewer({}, caller);
    },
    async removeTotp({ code }: { code: string }, caller: Caller) {
      await sessions.removeTotp(caller, code);
      return viewer({}, caller);
    },
    async beginPasskey(_args: object, caller: Caller) {
      return { optionsJson: await sessions.beginPasskey(caller) };
    },
    async finishPasskey(wish: { name: string; responseJson: string }, caller: Caller) {
      return passkeyObject(await sessions.finishPasskey(caller, wish));
    },
    async removePasskey({ id }: { id: string }, caller: Caller) {
      await sessions.removePasskey(caller, id);
      return viewer({}, caller);
    },
    async changePassword(wish: { currentPassword: string; newPassword: string }, caller: Caller) {
      await sessions.changePassword(caller, wish);
      return viewer({}, caller);
    },
    async linkOidc({ token }: { token: string }, caller: Caller) {
      await sessions.linkOidc(caller, token);
      return viewer({}, caller);
    },
    async unlinkOidc(_args: object, caller: Caller) {
      await sessions.unlinkOidc(caller);
      return viewer({}, caller);
    },
  };
}
