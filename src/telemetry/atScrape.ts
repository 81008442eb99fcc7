import { Counter, Gauge, type Registry } from 'prom-client';

type Add = (name: string, help: string, read: () => number) => void;

/** Adds metrics that are read at each scrape; `count` is for totals. Names get the prefix `rockola_`. */
export function atScrape(registry: Registry): { gauge: Add; count: Add } {
  const registers = [registry];
  return {
    gauge(name, help, read) {
      new Gauge({
        name: `rockola_${name}`,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    count(name, help, read) {
      new Counter({
        name: `rockola_${name}`,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
  };
}
