// More of Mantine's styles, in the same layer: of parts that nothing draws before the first rows.
import '@mantine/core/styles/Kbd.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Switch.layer.css'
