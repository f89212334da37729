/**
 * What the markdown renderer's `import { twMerge } from 'tailwind-merge'` gets in this build. Nobody
 * overrides its classes here, so there is nothing to merge.
 */
export function twMerge(...names: unknown[]): string {
  return names.flat(Infinity).filter(Boolean).join(' ')
}
