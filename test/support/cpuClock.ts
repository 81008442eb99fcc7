/** @returns a function for the CPU time of this process since now, in ms: other programs may use the machine too */
export function cpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}
