import '#app/styles.ts'
import 'react-dom/client'

// React is run in a task of its own, and all that is made with it in later ones, so that a slow phone can answer in between.
setTimeout(async () => (await import('#app/start.tsx')).start())
