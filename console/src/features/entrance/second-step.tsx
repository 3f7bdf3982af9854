import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { auth } from './auth-api.ts';
import { Form, Frame, focusFirst } from './frame.tsx';
import { useTry } from './use-try.ts';

/** The code of a second factor, or a recovery code in its place. */
export function SecondStep(props: { challenge: string; onBack: () => void; onDone: () => void }) {
  const { challenge, onBack, onDone } = props;
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const { busy, error, attempt } = useTry();
  const send = async (): Promise<void> => {
    if (await attempt(() => auth.secondFactor({ challenge, code: code.trim() }))) onDone();
  };
  return (
    <Frame
      title={recovery ? 'Recovery code' : 'Second factor'}
      lead={
        recovery
          ? 'Enter one of the codes that you kept when you set up your authenticator.'
          : 'Enter the six digits that your authenticator shows now. Each code works once.'
      }
    >
      <Form onSend={() => void send()}>
        <Field
          key={String(recovery)}
          ref={focusFirst}
          label={recovery ? 'Recovery code' : 'Code'}
          className="code-input"
          name="code"
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          maxLength={32}
          required
          value={code}
          onText={setCode}
        />
        <ErrorNotice error={error} compact />
        <Button look="primary" size="l" type="submit" busy={busy} disabled={code.trim() === ''}>
          Go on
        </Button>
        <p className="spread small">
          <button
            type="button"
            className="link"
            onClick={() => {
              setRecovery(!recovery);
              setCode('');
            }}
          >
            {recovery ? 'Use the authenticator' : 'Use a recovery code'}
          </button>
          <button type="button" className="link" onClick={onBack}>
            Start over
          </button>
        </p>
      </Form>
    </Frame>
  );
}
