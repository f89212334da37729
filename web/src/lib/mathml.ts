/**
 * TeX to MathML, as plain data: nothing here is markup, so nothing in a formula can become any. The
 * library is most of this chunk, which is loaded with the first formula.
 */
import temml from 'temml'

/** The tree that its own markup is written from. */
const { __renderToMathMLTree: treeOf } = temml

export interface MathNode {
  tag: string
  attributes: Record<string, string>
  style: Record<string, string>
  children: (MathNode | string)[]
}

const TAGS = new Set(
  'math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics'.split(' '),
)
const ATTRIBUTES = new Set(
  'accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle fence form height largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width'.split(' '),
)
const STYLES = new Set(
  'border borderBottom borderLeft borderRight borderTop color mathDepth padding paddingLeft paddingRight verticalAlign width'.split(' '),
)
/** No addresses, no colour functions that fetch: letters, numbers and lengths. */
const PLAIN = /^[\w#%.,\s+-]{0,80}$/
const MOST_NODES = 5_000

/** What the formula looks like; null when it is not one, or too large. */
export function mathOf(source: string, display: boolean): MathNode | null {
  try {
    const tree = treeOf(source, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      maxExpand: 300,
      maxSize: [40, 400],
    }) as unknown
    const budget = { left: MOST_NODES }
    const [root] = nodesOf(tree, budget)
    return budget.left > 0 && typeof root === 'object' ? root : null
  } catch {
    return null
  }
}

function nodesOf(given: unknown, budget: { left: number }): (MathNode | string)[] {
  budget.left -= 1
  if (budget.left < 0 || !isRecord(given)) return []
  if (typeof given.text === 'string') return [given.text]
  const children = Array.isArray(given.children) ? given.children.flatMap((child: unknown) => nodesOf(child, budget)) : []
  // A fragment or a link is what it holds.
  if (typeof given.type !== 'string' || !TAGS.has(given.type)) return children
  const attributes = kept(given.attributes, ATTRIBUTES)
  const classes = Array.isArray(given.classes) ? given.classes.filter((one) => typeof one === 'string' && one !== '') : []
  if (classes.length > 0) attributes.className = classes.join(' ')
  return [{ tag: given.type, attributes, style: kept(given.style, STYLES), children }]
}

function kept(given: unknown, names: ReadonlySet<string>): Record<string, string> {
  if (!isRecord(given)) return {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const text = String(value)
      return names.has(name) && PLAIN.test(text) ? [[name, text]] : []
    }),
  )
}

function isRecord(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null
}
