import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

/** A password that can be looked at while it is typed. */
export function PasswordField(props: {
  label: string;
  value: string;
  onText: (text: string) => void;
  /** `new-password` lets a password manager propose one. */
  kind: 'current-password' | 'new-password';
  hint?: string;
  error?: string | null;
}) {
  const { label, value, onText, kind, hint, error } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      type={shown ? 'text' : 'password'}
      name="password"
      autoComplete={kind}
      required
      value={value}
      onText={onText}
      hint={hint}
      error={error}
      suffix={
        <Button
          look="quiet"
          size="s"
          icon={shown ? <EyeOff /> : <Eye />}
          label={shown ? 'Hide the password' : 'Show the password'}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
