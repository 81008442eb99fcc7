import {
  isArrayLiteralExpression,
  isAwaitExpression,
  isBigIntLiteral,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isIfStatement,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTemplateExpression,
  isThrowStatement,
  isTryStatement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import type { Mistake } from './mistake.ts';
import { editsInSql, isSql } from './sql.ts';

export type Edit = Omit<Mistake, 'file'>;

/** Typical mistakes at one point: a check dropped or inverted, an await gone, a bound moved, an entry forgotten. */
export function operatorsOf(node: Node, source: SourceFile): Edit[] {
  return operators.flatMap((operator) => operator(node, source));
}

type Operator = (node: Node, source: SourceFile) => Edit[];

const startOf = (node: Node, source: SourceFile) => node.getStart(source);

function replace(node: Node, source: SourceFile, to: string, why: string): Edit {
  const at = startOf(node, source);
  return { at, from: source.text.slice(at, node.end), to, why };
}

function cut(source: SourceFile, at: number, end: number, why: string): Edit {
  return { at, from: source.text.slice(at, end), to: '', why };
}

const operators: Operator[] = [
  function droppedStatement(node, source) {
    if (isThrowStatement(node)) return [replace(node, source, '{}', 'a refusal dropped')];
    if (isIfStatement(node) && !node.elseStatement) return [replace(node, source, '{}', 'a check dropped')];
    if (!isExpressionStatement(node)) return [];
    const { expression } = node;
    const call = isAwaitExpression(expression) ? expression.expression : expression;
    return isCallExpression(call) || isBinaryExpression(call) ? [replace(node, source, '{}', 'a statement dropped')] : [];
  },

  function droppedAwait(node, source) {
    return isAwaitExpression(node) ? [cut(source, startOf(node, source), startOf(node.expression, source), 'an await gone')] : [];
  },

  function turnedCondition(node, source) {
    if (isIfStatement(node))
      return [replace(node.expression, source, `!(${textOf(node.expression, source)})`, 'a condition turned around')];
    if (!isConditionalExpression(node)) return [];
    const [yes, no] = [textOf(node.whenTrue, source), textOf(node.whenFalse, source)];
    return [replace(node, source, yes, 'only one branch'), replace(node, source, no, 'only the other branch')];
  },

  function otherOperator(node, source) {
    if (!isBinaryExpression(node)) return [];
    const { operatorToken: sign, left, right } = node;
    const text = textOf(sign, source);
    const other = swaps.get(text);
    const edits = other === undefined ? [] : [replace(sign, source, other, `${text} made ${other}`)];
    if (text !== '&&' && text !== '||' && text !== '??') return edits;
    return [
      ...edits,
      replace(node, source, textOf(left, source), 'the right side dropped'),
      ...(text === '??' ? [] : [replace(node, source, textOf(right, source), 'the left side dropped')]),
    ];
  },

  function otherNumber(node, source) {
    if (!isNumericLiteral(node) && !isBigIntLiteral(node)) return [];
    const text = textOf(node, source);
    const value = Number(text.replaceAll('_', '').replace(/n$/, ''));
    const suffix = text.endsWith('n') ? 'n' : '';
    if (!Number.isSafeInteger(value)) return [];
    const others = value < 2 ? [value + 1] : value < 10 ? [value + 1, value - 1] : [value * 2, Math.floor(value / 2)];
    return others.map((other) => replace(node, source, `${other}${suffix}`, 'another number'));
  },

  function otherWord(node, source) {
    if (node.kind === SyntaxKind.TrueKeyword) return [replace(node, source, 'false', 'true made false')];
    if (node.kind === SyntaxKind.FalseKeyword) return [replace(node, source, 'true', 'false made true')];
    if (!isStringLiteral(node) || /\s/.test(node.text) || node.text === '') return [];
    const [quote] = textOf(node, source);
    return [replace(node, source, `${quote}${node.text.slice(0, -1)}${node.text.endsWith('x') ? 'y' : 'x'}${quote}`, 'another word')];
  },

  function forgottenEntry(node, source) {
    if (isArrayLiteralExpression(node)) return entries(node.elements, source);
    if (isObjectLiteralExpression(node))
      return entries(
        node.properties.filter((entry) => !isProse(entry, source)),
        source,
      );
    return [];
  },

  function skippedStep(node, source) {
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return [];
    const { expression: target, name } = node.expression;
    const other = sameKind.get(textOf(name, source));
    if (other) return [replace(name, source, other, `${textOf(name, source)} made ${other}`)];
    return steps.has(textOf(name, source)) ? [cut(source, target.end, node.end, `${textOf(name, source)} dropped`)] : [];
  },

  function otherPattern(node, source) {
    if (!isRegularExpressionLiteral(node)) return [];
    const text = textOf(node, source);
    const end = text.lastIndexOf('/');
    const [body, flags] = [text.slice(1, end), text.slice(end + 1)];
    const make = (body: string, flags: string, why: string) => replace(node, source, `/${body}/${flags}`, why);
    return [
      ...(body.startsWith('^') ? [make(body.slice(1), flags, 'a pattern without its beginning')] : []),
      ...(body.endsWith('$') ? [make(body.slice(0, -1), flags, 'a pattern without its end')] : []),
      ...[...flags].map((flag) => make(body, flags.replace(flag, ''), `a pattern without its flag ${flag}`)),
    ];
  },

  function forgottenCleanUp(node, source) {
    if (!isTryStatement(node) || !node.finallyBlock) return [];
    return [replace(node.finallyBlock, source, '{}', 'a clean-up dropped')];
  },

  function otherStatement(node, source) {
    if (!isStringLiteral(node) && !isNoSubstitutionTemplateLiteral(node) && !isTemplateExpression(node)) return [];
    const text = textOf(node, source);
    if (!isSql(text)) return [];
    const at = startOf(node, source);
    return editsInSql(text).map((edit) => ({ ...edit, at: at + edit.at }));
  },
];

/** Operators and their replacements. One each is enough, since the same tests would detect others. */
const swaps = new Map<string, string>(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
  }),
);

const sameKind = new Map(Object.entries({ min: 'max', max: 'min', floor: 'ceil', ceil: 'floor', some: 'every', every: 'some' }));

/** Chained calls that return the kind of value they are called on. */
const steps = new Set(
  'trim toLowerCase toUpperCase normalize toWellFormed filter slice sort toSorted catch finally unref replace replaceAll min max strict optional nullable refine superRefine'.split(
    ' ',
  ),
);

function textOf(node: Node, source: SourceFile): string {
  return source.text.slice(startOf(node, source), node.end);
}

function entries(list: readonly Node[], source: SourceFile): Edit[] {
  return list.map((entry) => {
    const comma = /^\s*,[ \t]*/.exec(source.text.slice(entry.end))?.[0] ?? '';
    return cut(source, startOf(entry, source), entry.end + comma.length, 'an entry forgotten');
  });
}

/** Texts for people only. */
export function isProse(entry: Node, source: SourceFile): boolean {
  return isPropertyAssignment(entry) && /^(description|summary|example|title|help|message)$/.test(textOf(entry.name, source));
}
