import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { asApiError } from '../api/api-error.ts';
import { adviceFor } from './advice.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import './notice.css';

/** A failure: what happened, what to do, the code and the id for the operator. */
export function ErrorNotice(props: { error: unknown; onRetry?: () => void; compact?: boolean }) {
  const { error, onRetry, compact } = props;
  if (error == null) return null;
  const { code, problems, errorId } = asApiError(error);
  return (
    <div className={classNames('notice', compact && 'compact')} role="alert">
      <CircleAlert aria-hidden="true" />
      <div className="notice-text">
        {problems.map((problem) => (
          <strong key={problem}>{problem}</strong>
        ))}
        <p>{adviceFor(code)}</p>
        <p className="notice-code">
          <code>{code}</code>
          {errorId && <span> · error id {errorId}</span>}
        </p>
      </div>
      {onRetry && (
        <Button size="s" icon={<RotateCw />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Nothing here yet: says what it would be and what to do. */
export function EmptyState(props: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const { icon, title, children, action } = props;
  return (
    <div className="empty">
      {icon && (
        <div className="empty-icon" aria-hidden="true">
          {icon}
        </div>
      )}
      <p className="empty-title">{title}</p>
      {children && <p>{children}</p>}
      {action && <div className="row wrap">{action}</div>}
    </div>
  );
}

/** A remark in a frame: a warning, or something good to know. */
export function Remark(props: { kind?: 'info' | 'warn' | 'good'; children: ReactNode }) {
  return <div className={`remark ${props.kind ?? 'info'}`}>{props.children}</div>;
}
