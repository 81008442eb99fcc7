/** The package's main file loads the adapters of fifteen databases, which costs a tenth of a second at the start. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import type { RateLimiterMemory } from 'rate-limiter-flexible';

  const limiter: typeof RateLimiterMemory;
  export default limiter;
}
