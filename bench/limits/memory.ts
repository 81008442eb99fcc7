/** A recorded answer, which can be sent again without any work. */
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string };

/** L1: the same runtime giving the same answers from memory, one after the other, whatever is asked. */
const [port, file] = process.argv.slice(2);
if (import.meta.main) serve(Number(port), (await Bun.file(file ?? '').json()) as KeptAnswer[]);

function serve(port: number, answers: KeptAnswer[]): void {
  let next = 0;
  Bun.serve({
    hostname: '127.0.0.1',
    port,
    development: false,
    fetch() {
      next = (next + 1) % answers.length;
      const { body, status, headers } = answers[next] as KeptAnswer;
      return new Response(body, { status, headers });
    },
  });
}
