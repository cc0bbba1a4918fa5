import { render } from 'preact';
import { App } from './app/App';
import { startRouter } from './app/router';
import { applySettings } from './app/settings';
import { watchOutside } from './game/session';
import './styles/theme.css';
import './styles/base.css';

applySettings();
startRouter();
watchOutside();
const root = document.getElementById('app');
if (root) render(<App />, root);
