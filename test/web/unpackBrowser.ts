/** The packaged browser is for one platform; elsewhere the installed Chrome stands in. */
export const isPackaged = process.platform === 'linux' && process.arch === 'x64';

/**
 * Unpacks the browser into a folder of this run, for the package takes whatever an interrupted run left in the temporary folder for
 * whole. @returns the folder
 */
export async function unpackBrowser(folder: string): Promise<string> {
  const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()";
  // By a runtime's name the package also brings the system libraries that a bare machine lacks.
  const env = { ...process.env, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x', TMPDIR: folder };
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: import.meta.dir, env, stdio: ['ignore', 'ignore', 'inherit'] });
  if ((await child.exited) !== 0) throw new Error('the browser could not be unpacked');
  return folder;
}
