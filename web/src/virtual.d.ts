/** The page that draws diagrams; `scripts/diagram.ts` makes it. */
declare module 'virtual:diagram-page' {
  export const address: string
}
