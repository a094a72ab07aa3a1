import '#styles/main.css'

// One task evaluates React and the next one starts the page, so that a slow phone can respond to input in between.
setTimeout(async () => {
  await import('react-dom/client')
  setTimeout(async () => (await import('#app/boot/start.tsx')).start())
})
