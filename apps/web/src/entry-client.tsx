import '#app/styles.ts'

// React is run in a task of its own, and all that is made with it in later ones, so that a slow phone can answer in between.
setTimeout(async () => {
  await loadReact()
  setTimeout(async () => (await import('#app/boot/start.tsx')).start())
})

/**
 * React makes a few errors when it is loaded, to be thrown as mere signs. Where a debugger listens, V8 reads all of React a
 * second time to name their lines, which nobody asks for.
 */
async function loadReact(): Promise<void> {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    await import('react-dom/client')
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
