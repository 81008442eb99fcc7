type Answered = { status: number; headers: Headers };

/** Sends a request again if the database of a busy machine was too slow for it: then nothing was changed. */
export async function retryWhenBusy<A extends Answered>(send: () => Promise<A>): Promise<A> {
  for (let tries = 1; ; tries++) {
    const answer = await send();
    if (answer.status !== 503 || tries === 10) return answer;
    await Bun.sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}
