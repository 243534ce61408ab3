import ts from "typescript";

/** One small change to a rule, of the kind that a slip of the hand makes. */
export interface Mutant {
  id: number;
  file: string;
  line: number;
  /** The line as it is in the source. */
  text: string;
  /** The piece of the source that is changed, and what it is changed into. */
  from: string;
  to: string;
}

/** A loop that goes on for so long only does so because of a mutant. */
const LOOP_MAX = 20_000;
const SWAPPED: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [ts.SyntaxKind.PlusToken]: ["-"],
  [ts.SyntaxKind.MinusToken]: ["+"],
  [ts.SyntaxKind.AsteriskToken]: ["/"],
  [ts.SyntaxKind.LessThanToken]: ["<=", ">="],
  [ts.SyntaxKind.LessThanEqualsToken]: ["<", ">"],
  [ts.SyntaxKind.GreaterThanToken]: [">=", "<="],
  [ts.SyntaxKind.GreaterThanEqualsToken]: [">", "<"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ["!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ["==="],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ["||"],
  [ts.SyntaxKind.BarBarToken]: ["&&"],
  [ts.SyntaxKind.PlusEqualsToken]: ["-="],
  [ts.SyntaxKind.MinusEqualsToken]: ["+="],
};
const CALLED_INSTEAD = new Map([
  ["max", "min"],
  ["min", "max"],
  ["floor", "ceil"],
  ["ceil", "floor"],
  ["some", "every"],
  ["every", "some"],
]);
/** Left out of a chain of calls, what it was called on remains. */
const LEFT_OUT = new Set(["filter", "reverse", "sort", "slice", "abs"]);

/**
 * Gives a file every mutant that can be made of it at once, each asleep until the variable MUTANT says its number, so that
 * the file is compiled once for all of them. Types, texts and messages of errors are left alone.
 */
export function instrument(
  file: string,
  source: string,
  firstId: number,
): { code: string; mutants: Mutant[] } {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const lines = source.split("\n");
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, to: string): number => {
    const id = firstId + mutants.length;
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    const text = lines[line]?.trim() ?? "";
    mutants.push({ id, file, line: line + 1, text, from: oneLine(node.getText()), to: oneLine(to) });
    return id;
  };

  function write(node: ts.Node): string {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node))
      return node.getFullText();
    if (ts.isTypeAliasDeclaration(node) || ts.isThrowStatement(node)) return node.getFullText();
    if (ts.isIterationStatement(node, false)) return `{ let rounds = 0; ${rounds(node)} }`;
    const inside = writeChildren(node);
    if (ts.isExpressionStatement(node)) {
      const id = add(node, "");
      return `${leading(node)}{ if (mutant !== ${id}) { ${inside} } }`;
    }
    const choices = ts.isExpression(node) ? alternatives(node) : [];
    return choices.reduce(
      (code, alternative) =>
        `${leading(node)}(mutant === ${add(node, alternative)} ? (${alternative}) : (${code}))`,
      inside,
    );
  }

  function rounds(node: ts.IterationStatement): string {
    const body = `{ if (++rounds > ${LOOP_MAX}) throw new Error("The loop does not end"); ${write(node.statement)} }`;
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    return splice(node, children, (child) => (child === node.statement ? ` ${body}` : write(child)));
  }

  function writeChildren(node: ts.Node): string {
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    return splice(node, children, write);
  }

  const code = `const mutant = Number(process.env.MUTANT ?? 0);\n${writeChildren(tree)}`;
  return { code, mutants };
}

/** A node's text with each of its children written anew. */
function splice(node: ts.Node, children: readonly ts.Node[], write: (child: ts.Node) => string): string {
  const text = node.getSourceFile().text;
  let code = "";
  let at = node.getFullStart();
  for (const child of children) {
    code += text.slice(at, child.getFullStart()) + write(child);
    at = child.getEnd();
  }
  return code + text.slice(at, node.getEnd());
}

function leading(node: ts.Node): string {
  return node.getFullText().slice(0, node.getLeadingTriviaWidth());
}

/** What an expression is changed into, each as a text of its own. */
function alternatives(node: ts.Expression): string[] {
  if (ts.isBinaryExpression(node)) {
    const [left, operator, right] = [node.left.getText(), node.operatorToken, node.right.getText()];
    if (operator.kind === ts.SyntaxKind.QuestionQuestionToken) return [right];
    return (SWAPPED[operator.kind] ?? []).map((other) => `${left} ${other} ${right}`);
  }
  if (ts.isPrefixUnaryExpression(node)) return [node.operand.getText()];
  if (ts.isConditionalExpression(node)) return [node.whenTrue.getText(), node.whenFalse.getText()];
  if (ts.isNumericLiteral(node))
    return isName(node) ? [] : [String(Number(node.text.replaceAll("_", "")) + 1)];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ["false"];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ["true"];
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return calls(node, node.expression);
  return [];
}

function calls(node: ts.CallExpression, { expression, name }: ts.PropertyAccessExpression): string[] {
  const of = expression.getText();
  if (LEFT_OUT.has(name.text)) return [of === "Math" ? (node.arguments[0]?.getText() ?? "0") : of];
  const other = CALLED_INSTEAD.get(name.text);
  return other === undefined
    ? []
    : [`${of}.${other}(${node.arguments.map((one) => one.getText()).join(", ")})`];
}

function isName(node: ts.NumericLiteral): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
