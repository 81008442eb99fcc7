import {
  isImportDeclaration,
  isInterfaceDeclaration,
  isTypeAliasDeclaration,
  isTypeNode,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/async';
import type { Mistake } from './mistake.ts';
import { isProse, operatorsOf } from './operators.ts';
import { mistakesInSql } from './sql.ts';

/** All mistakes that the operators in `operators.ts` can make in the files. */
export async function generateMistakes(folder: string, files: string[]): Promise<Mistake[]> {
  const api = new API({ cwd: folder });
  try {
    const snapshot = await api.updateSnapshot({ openProject: `${folder}/tsconfig.json` });
    const [project] = snapshot.getProjects();
    const found: Mistake[] = [];
    for (const file of files) {
      if (file.endsWith('.sql')) found.push(...mistakesInSql(file, await Bun.file(`${folder}/${file}`).text()));
      const source = await project?.program.getSourceFile(`${folder}/${file}`);
      if (source) found.push(...mistakesIn(file, source));
    }
    return found;
  } finally {
    await api.close();
  }
}

function mistakesIn(file: string, source: SourceFile): Mistake[] {
  const found: Mistake[] = [];
  const visit = (node: Node): undefined => {
    if (
      isImportDeclaration(node) ||
      isInterfaceDeclaration(node) ||
      isTypeAliasDeclaration(node) ||
      isTypeNode(node) ||
      isProse(node, source)
    )
      return;
    for (const edit of operatorsOf(node, source)) found.push({ file, ...edit });
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return found.filter(({ from, to }) => from !== to);
}
