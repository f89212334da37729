// Draws one diagram in a frame of no origin and no network; the library stands before this script.
;(function () {
  var place = document.getElementById('drawing')
  var ROOM = 12
  var drawn = 0
  var zoom = 1

  function say(message) {
    parent.postMessage('interlock-' + message, '*')
  }

  // At 1 all of it is in sight, unless it would become smaller than half of what it wants to be.
  function size() {
    var svg = place.firstChild
    var box = svg && svg.viewBox.baseVal
    if (!box || !box.width || !box.height) return
    var fits = Math.min((innerWidth - 2 * ROOM) / box.width, (innerHeight - 2 * ROOM) / box.height)
    svg.style.maxWidth = 'none'
    svg.style.width = box.width * Math.max(0.5, Math.min(1, fits)) * zoom + 'px'
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
        size()
        say('drawn')
      },
      function () {
        if (turn === drawn) say('failed')
      },
    )
  }

  addEventListener('message', function (event) {
    var given = event.data
    if (event.source !== parent || !given) return
    if (given.interlock === 'diagram') draw(String(given.source), given.dark === true)
    if (given.interlock === 'zoom') {
      zoom = Number(given.zoom) || 1
      size()
    }
  })
  addEventListener('resize', size)

  say('ready')
})()
