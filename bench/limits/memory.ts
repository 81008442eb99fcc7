/** A recorded answer, which can be sent again without any work. */
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string };

/** L1: a server on the same runtime that repeats recorded answers from memory in turn, whatever the request. */
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
