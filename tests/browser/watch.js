// Runs in every page before its own scripts, and notes what must not happen.
window.__violations = []
window.__shifts = []

document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
  window.__violations.push(`${violatedDirective}: ${blockedURI} (${sourceFile}:${lineNumber})`)
})

const nameOf = (node) =>
  node instanceof Element ? `${node.tagName} ${node.className}`.slice(0, 120) : String(node?.nodeName)

new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue
    const of = sources.map(({ node, previousRect, currentRect }) => ({ node: nameOf(node), from: previousRect, to: currentRect }))
    window.__shifts.push({ value, of })
  }
}).observe({ type: 'layout-shift', buffered: true })
