/** The packaged browser is for one platform; on others the installed Chrome is used. */
export const isPackaged = process.platform === 'linux' && process.arch === 'x64';

/**
 * Unpacks the browser into a folder of this run: an interrupted run may have left an incomplete browser in the temporary folder.
 *
 * @returns the folder
 */
export async function unpackBrowser(folder: string): Promise<string> {
  const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()";
  // With this runtime name the package also unpacks the system libraries that a minimal machine lacks.
  const env = { ...process.env, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x', TMPDIR: folder };
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: import.meta.dir, env, stdio: ['ignore', 'ignore', 'inherit'] });
  if ((await child.exited) !== 0) throw new Error('the browser could not be unpacked');
  return folder;
}
