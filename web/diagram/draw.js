// Draws one diagram in a frame of no origin and no network; the library stands before this script.
;(function () {
  var place = document.getElementById('drawing')
  var drawn = 0
  var last = 0

  function say(message) {
    parent.postMessage(message, '*')
  }

  function measure() {
    var height = document.documentElement.getBoundingClientRect().height
    if (!place.firstChild || height === last) return
    last = height
    say({ interlock: 'diagram-drawn', height: height })
  }

  function draw(source, dark) {
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering', 'htmlLabels', 'flowchart', 'themeCSS', 'fontFamily', 'dompurifyConfig'],
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      class: { htmlLabels: false },
      suppressErrorRendering: true,
      maxTextSize: 20000,
      maxEdges: 400,
      fontFamily: 'system-ui, sans-serif',
      theme: dark ? 'dark' : 'neutral',
      logLevel: 'fatal',
    })
    var turn = (drawn += 1)
    mermaid.render('diagram-' + turn, source).then(
      function (made) {
        if (turn !== drawn) return
        var parsed = new DOMParser().parseFromString(made.svg, 'text/html').querySelector('svg')
        // Nothing in a diagram is to be pressed.
        parsed.querySelectorAll('a').forEach(function (link) {
          link.removeAttribute('href')
          link.removeAttribute('xlink:href')
          link.removeAttribute('target')
        })
        place.replaceChildren(parsed)
        last = 0
        measure()
      },
      function () {
        if (turn === drawn) say({ interlock: 'diagram-failed' })
      },
    )
  }

  addEventListener('message', function (event) {
    var given = event.data
    if (event.source !== parent || !given || given.interlock !== 'diagram') return
    draw(String(given.source), given.dark === true)
  })
  new ResizeObserver(measure).observe(place)

  say('interlock-ready')
})()
