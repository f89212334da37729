/** What `import raw from 'rehype-raw'` gets in this build. */
export { rawAsText as default } from '@/lib/rawAsText'
