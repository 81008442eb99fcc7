/** @returns a function for the CPU time of this process since now, in ms, which other programs on the machine do not change */
export function cpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}
