/** The subject and the text of a mail. */
export interface Letter {
  readonly subject: string;
  readonly body: string;
}

const REGARDS = '\n\nSkein';
const NOT_YOU =
  'If this was not you, reset your password at once and sign out all sessions on the security page.';

/**
 * What the service writes to people. Links carry their secret in the fragment, which browsers send
 * to no server: it gets into no log and no Referer.
 */
export function letters(publicUrl: string) {
  const notice = (subject: string, text: string): Letter => ({
    subject,
    body: `${text}\n\n${NOT_YOU}${REGARDS}`,
  });
  return {
    confirm: (token: string): Letter => ({
      subject: 'Confirm your e-mail address',
      body:
        `Welcome to Skein. Open this link within a day and enter the password that you chose:\n\n` +
        `${publicUrl}/verify-email#token=${token}\n\n` +
        `If you did not sign up, ignore this mail: nothing happens.${REGARDS}`,
    }),
    alreadyThere: (): Letter => ({
      subject: 'You have an account already',
      body:
        'Somebody, perhaps you, tried to sign up with this e-mail address. It has an account ' +
        `already: sign in at ${publicUrl}/sign-in, or reset the password there if it is lost. ` +
        `If it was not you, there is nothing to do.${REGARDS}`,
    }),
    reset: (token: string): Letter => ({
      subject: 'Reset your password',
      body:
        `Open this link within an hour to choose a new password:\n\n` +
        `${publicUrl}/reset-password#token=${token}\n\n` +
        `If you did not ask for it, ignore this mail: your password stays as it is.${REGARDS}`,
    }),
    passwordChanged: () =>
      notice('Your password was changed', 'The password of your account was changed.'),
    secondFactorAdded: () =>
      notice('Second factor added', 'An authenticator now protects your account.'),
    secondFactorRemoved: () =>
      notice('Second factor removed', 'The authenticator of your account was removed.'),
    recoveryCodeUsed: () =>
      notice('A recovery code was used', 'Somebody signed in with one of your recovery codes.'),
    passkeyAdded: (name: string) =>
      notice('Passkey added', `The passkey "${name}" can now sign in to your account.`),
    oidcLinked: (issuer: string) =>
      notice('Sign-in linked', `An account at ${issuer} can now sign in to your account.`),
    oidcUnlinked: () =>
      notice('Sign-in unlinked', 'No account of another issuer can sign in to your account now.'),
    passkeyRemoved: (name: string) =>
      notice('Passkey removed', `The passkey "${name}" can no longer sign in to your account.`),
  };
}
