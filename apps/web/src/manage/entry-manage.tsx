import '#styles/main.css'
