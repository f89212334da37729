/** The sign of the product: two posts, joined from both sides. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="7" className="fill-accent-fill" />
      <path d="M9 7v18M23 7v18M9 12h8M23 20h-8" className="stroke-on-accent" strokeWidth="3" strokeLinecap="round" fill="none" />
    </svg>
  )
}
