/**
 * What the markdown renderer's `import raw from 'rehype-raw'` gets in this build: nothing. HTML in a
 * model's answer is text to be read, never markup to be parsed, so no HTML parser is shipped.
 */
export default function noHtml(): void {
  // The renderer shows HTML as text when this plugin is not among the ones it is given.
}
