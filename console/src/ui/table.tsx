import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './table.css';

export interface Column<Row> {
  readonly key: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  readonly end?: boolean;
  /** Left out on narrow screens. */
  readonly wide?: boolean;
}

/**
 * A table that becomes a list of cards on a phone: the first column is the head of a card, the
 * others carry the name of their column. A link with the class `row-link` in the first cell makes
 * the whole row lead there.
 */
export function Table<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  className?: string;
}) {
  const { label, columns, rows, rowKey, className } = props;
  return (
    <div className={classNames('table-frame', className)}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ key, head, end, wide }) => (
              <th key={key} scope="col" className={classNames(end && 'end', wide && 'wide')}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, head, cell, end, wide }) => (
                <td key={key} data-head={head} className={classNames(end && 'end', wide && 'wide')}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
