"""The Streamlit dashboard: the only place in the package that knows Streamlit."""
