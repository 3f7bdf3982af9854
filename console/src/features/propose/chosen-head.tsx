import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import '../../ui/table.css';
import './search-list.css';

/** What was chosen, with its price, and the way back to the choice. */
export function ChosenHead(props: {
  icon: ReactNode;
  name: string;
  detail: string;
  price?: ReactNode;
  change?: ReactNode;
  onBack: () => void;
}) {
  const { icon, name, detail, price, change, onBack } = props;
  return (
    <div className="chosen-head">
      {icon}
      <div className="cell-two chosen-name">
        <h2 className="chosen-title">{name}</h2>
        <span className="truncate">{detail}</span>
      </div>
      {price && (
        <div className="choose-end">
          <strong>{price}</strong>
          <span className="small">{change}</span>
        </div>
      )}
      <Button size="s" onClick={onBack}>
        Change
      </Button>
    </div>
  );
}
