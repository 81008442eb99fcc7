/** @returns what tells the time that this process has used of a processor since, in ms: other programs may use the machine too */
export function cpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}
