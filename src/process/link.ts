import { failureOf, outcomeOf, type Result } from '../model/result.ts';

/** Functions that another thread may call. Arguments and results are plain data. */
// biome-ignore lint/suspicious/noExplicitAny: a table holds functions of every input and result
export type Answers = Record<string, (...args: any[]) => unknown>;

type Question = { id: number; name: string; args: unknown[] };
type Answer = { id: number; result: Result };
/** All calls and answers of one turn of the event loop. */
export type LinkMessage = { questions: Question[]; answers: Answer[] };

/** Calls a function of the other thread. @throws the error of that function */
export type Ask<Theirs extends Answers> = <N extends keyof Theirs & string>(
  name: N,
  ...args: Parameters<Theirs[N]>
) => Promise<Awaited<ReturnType<Theirs[N]>>>;

export type Link<Theirs extends Answers> = ReturnType<typeof createLink<Theirs>>;

type Waiter = { resolve(value: unknown): void; reject(error: unknown): void };

/** One end of a connection between two threads. @param handlers the functions that the other thread may call */
export function createLink<Theirs extends Answers>(send: (message: LinkMessage) => void, handlers: Answers) {
  const waiting = new Map<number, Waiter>();
  let outgoing: LinkMessage | undefined;
  let lastId = 0;
  let ended: Error | undefined;

  /** The message that is sent at the end of this turn. */
  function next(): LinkMessage {
    if (!outgoing) setImmediate(flush);
    outgoing ??= { questions: [], answers: [] };
    return outgoing;
  }

  function flush(): void {
    const message = outgoing as LinkMessage;
    outgoing = undefined;
    if (!ended) send(message);
  }

  async function answer({ id, name, args }: Question): Promise<void> {
    const call = async (): Promise<Result> => ({ value: await handlers[name]?.(...args) });
    const result = await call().catch(failureOf);
    next().answers.push({ id, result });
  }

  function settle({ id, result }: Answer): void {
    const waiter = waiting.get(id);
    waiting.delete(id);
    try {
      waiter?.resolve(outcomeOf(result));
    } catch (error) {
      waiter?.reject(error);
    }
  }

  const ask: Ask<Theirs> = (name, ...args) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      const id = ++lastId;
      waiting.set(id, { resolve: resolve as Waiter['resolve'], reject });
      next().questions.push({ id, name, args });
    });

  return {
    ask,
    hear({ questions, answers }: LinkMessage): void {
      for (const reply of answers) settle(reply);
      for (const question of questions) void answer(question);
    },
    /** Rejects all open and later calls with the error, since the other thread has ended. */
    end(error: Error): void {
      ended = error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}
