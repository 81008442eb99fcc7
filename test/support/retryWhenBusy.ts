type Answered = { status: number; headers: Headers; text?: unknown };

/** The problem of a program that failed, or that lost the database during a write. */
const isFault = /The store failed|may or may not have been kept/;

/** Sends a request again if it was refused since too many waited or the machine was too slow. An answer with such a problem is returned. */
export async function retryWhenBusy<A extends Answered>(send: () => Promise<A>): Promise<A> {
  for (let tries = 1; ; tries++) {
    const answer = await send();
    if (answer.status !== 503 || tries === 10 || (typeof answer.text === 'string' && isFault.test(answer.text))) return answer;
    await Bun.sleep(1_000 * Number(answer.headers.get('retry-after') ?? 0.1));
  }
}
