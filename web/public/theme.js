// Runs before the first paint, so that the page never flashes in the wrong colours.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('interlock.theme')
  } catch (_) {
    // Without storage the system decides.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', dark)
})()
