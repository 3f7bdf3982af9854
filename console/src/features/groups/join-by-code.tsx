import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { JoinPreview } from './join-preview.tsx';

/** The code out of what was pasted: the code itself, or a link that ends in it. */
export const codeIn = (pasted: string): string =>
  (pasted.trim().split(/[?#]/)[0] ?? '').replace(/\/+$/, '').split('/').at(-1) ?? '';

/** An invite code is typed or pasted, then the group is shown before anything happens. */
export function JoinByCode() {
  const [text, setText] = useState('');
  const [code, setCode] = useState('');
  const look = (event: FormEvent): void => {
    event.preventDefault();
    setCode(codeIn(text));
  };
  return (
    <div className="stack">
      <form className="stack" onSubmit={look}>
        <Field
          label="Invite code or link"
          hint="The link of a group works too: its admins are asked then."
          value={text}
          onText={setText}
          placeholder="7k2m9qv4xt1w"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          suffix={
            <Button type="submit" size="s" disabled={codeIn(text) === ''}>
              Look
            </Button>
          }
        />
      </form>
      {code !== '' && <JoinPreview key={code} code={code} />}
    </div>
  );
}
