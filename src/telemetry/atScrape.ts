import { Counter, Gauge, type Registry } from 'prom-client';

/** A counter whose total somebody else keeps; it is read when Prometheus asks. */
export function countAtScrape(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** A value that rises and falls, read when Prometheus asks. */
export function gaugeAtScrape(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
