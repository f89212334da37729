/**
 * Stands in for rehype-raw in the build (see vite.config.ts): HTML in a model's answer is text to be
 * read, never markup to be parsed. It also spares the reader an HTML parser of 50 kB.
 */
interface Node {
  type: string
  value?: string
  children?: Node[]
}

export function rawAsText(): (tree: Node) => void {
  return walk
}

function walk(node: Node): void {
  if (node.type === 'raw') node.type = 'text'
  node.children?.forEach(walk)
}
