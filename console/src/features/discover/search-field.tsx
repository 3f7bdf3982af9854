import { Search, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

/** Looking for something by its name; emptied by one press. */
export function SearchField(props: {
  label: string;
  placeholder: string;
  value: string;
  onText: (text: string) => void;
}) {
  const { value, onText, ...rest } = props;
  return (
    <div className="search-field">
      <Field
        bare
        type="search"
        autoComplete="off"
        spellCheck={false}
        prefix={<Search aria-hidden="true" />}
        suffix={
          value !== '' && (
            <Button
              look="quiet"
              size="s"
              icon={<X />}
              label="Empty the search"
              onClick={() => onText('')}
            />
          )
        }
        value={value}
        onText={onText}
        {...rest}
      />
    </div>
  );
}
