/** Colours for code. The engine and each grammar are chunks of their own, loaded on first use. */
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore, type LanguageInput } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

export interface Token {
  content: string
  color?: string
}

const THEME = 'roles'

const GRAMMARS: Record<string, () => LanguageInput> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
}

const ALSO: Record<string, string> = {
  sh: 'bash',
  cpp: 'c',
  shell: 'bash',
  zsh: 'bash',
  js: 'javascript',
  jsx: 'tsx',
  ts: 'typescript',
  py: 'python',
  rs: 'rust',
  yml: 'yaml',
  md: 'markdown',
  xml: 'html',
  jsonc: 'json',
}

let highlighter: Promise<HighlighterCore> | undefined

/** The tokens by line; null for a language that is not known. */
export async function tokensOf(code: string, language: string): Promise<Token[][] | null> {
  const name = ALSO[language.toLowerCase()] ?? language.toLowerCase()
  const grammar = Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name] : undefined
  if (!grammar) return null
  highlighter ??= createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--code-' })],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const ready = await highlighter
  await ready.loadLanguage(grammar())
  return ready.codeToTokensBase(code, { lang: name, theme: THEME }).map((line) =>
    line.map(({ content, color }) => ({ content, ...(color ? { color } : {}) })),
  )
}
