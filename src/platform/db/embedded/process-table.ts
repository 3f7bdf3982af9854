import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What the system knows of a running process. */
export interface ProcessInfo {
  parentPid: number;
  command: string;
}

/** Looks a process up; undefined when it is gone (a zombie is gone). */
export function lookUpProcess(pid: number): ProcessInfo | undefined {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

export const isAlive = (pid: number): boolean => lookUpProcess(pid) !== undefined;

/** Whether the system still holds the number, be it for a zombie or for a stranger's process. */
export function isNumberTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (err) {
    return (err as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function fromProc(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold blanks; the fields after the last one are state and parent.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
    return { parentPid: Number(parent), command };
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): ProcessInfo | undefined {
  try {
    const out = execFileSync('ps', ['-o', 'stat=,ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const match = /^\s*(\S+)\s+(\d+)\s+(.*)$/m.exec(out);
    if (!match || match[1]?.startsWith('Z')) return undefined;
    return { parentPid: Number(match[2]), command: match[3] ?? '' };
  } catch {
    return undefined;
  }
}
