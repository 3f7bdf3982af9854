/** Class names that apply, as one text: `classNames('button', busy && 'busy')`. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
